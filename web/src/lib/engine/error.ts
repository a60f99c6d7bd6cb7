/** The engine could not do what was asked: it was not loaded, was asked for something that is not in the rules, or was closed. */
export class EngineError extends Error {
  override readonly name = 'EngineError';
}

/** The message of whatever was thrown. */
export const messageOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown));
