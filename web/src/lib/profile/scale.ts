// A curve on its ground: the rules behind it, and where its points lie. All shares of the whole, from the top and from the left.

export interface Scaled {
  rules: { value: number; down: number }[];
  points: { x: number; y: number }[];
}

const STEPS = [5, 10, 20, 25, 50, 100, 200, 500, 1000];
const MOST_RULES = 4;

/** Round figures that hold all values, not closer than they can be read. */
export function scaled(values: readonly number[]): Scaled {
  const low = Math.min(...values);
  const high = Math.max(...values);
  const step =
    STEPS.find((one) => Math.floor(high / one) + 1 - Math.floor(low / one) <= MOST_RULES - 1) ?? STEPS.at(-1)!;
  const least = Math.floor(low / step) * step;
  const most = (Math.floor(high / step) + 1) * step;
  const down = (value: number) => (most - value) / (most - least);
  const last = Math.max(1, values.length - 1);
  return {
    rules: Array.from({ length: Math.round((most - least) / step) + 1 }, (_, i) => ({
      value: least + i * step,
      down: down(least + i * step),
    })),
    points: values.map((value, i) => ({ x: values.length === 1 ? 1 : i / last, y: down(value) })),
  };
}
