// Numbers in the memory of a module, and how much room arrays of them need.

export type Scalar = 'i8' | 'u8' | 'i16' | 'u16' | 'i32' | 'u32' | 'f32' | 'i64' | 'u64' | 'f64';

/** Numbers of one type, one or many. */
interface Numbers {
  readonly type: Scalar;
  readonly shape: readonly number[];
}

/** An array of a settled shape, of numbers or of records. */
export interface Room {
  readonly type: Scalar | 'record';
  readonly shape: readonly number[];
  readonly bytes: number;
}

/** A part of a record: a number, or an array of them. */
export interface Field extends Numbers {
  readonly at: number;
}

export const BYTES: Record<Scalar, number> = {
  i8: 1,
  u8: 1,
  i16: 2,
  u16: 2,
  i32: 4,
  u32: 4,
  f32: 4,
  i64: 8,
  u64: 8,
  f64: 8,
};

const READERS: Record<Scalar, (view: DataView, at: number) => number> = {
  i8: (view, at) => view.getInt8(at),
  u8: (view, at) => view.getUint8(at),
  i16: (view, at) => view.getInt16(at, true),
  u16: (view, at) => view.getUint16(at, true),
  i32: (view, at) => view.getInt32(at, true),
  u32: (view, at) => view.getUint32(at, true),
  f32: (view, at) => view.getFloat32(at, true),
  i64: (view, at) => Number(view.getBigInt64(at, true)),
  u64: (view, at) => Number(view.getBigUint64(at, true)),
  f64: (view, at) => view.getFloat64(at, true),
};

/** How many numbers an array has. */
export const lengthOf = ({ shape }: Pick<Room, 'shape'>): number =>
  shape.reduce((product, length) => product * length, 1);

/** The number of a field of the record at an address, or one of its array. */
export const numberOf = (view: DataView, record: number, field: Field, index = 0): number =>
  READERS[field.type](view, record + field.at + index * BYTES[field.type]);

/** Write a whole number of 64 bits to a field of the record at an address. */
export const writeLong = (view: DataView, record: number, field: Field, value: number | bigint): void =>
  view.setBigUint64(record + field.at, BigInt.asUintN(64, BigInt(value)), true);
