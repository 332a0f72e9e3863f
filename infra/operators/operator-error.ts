/** A fault of what the operator gave or left out, told in sentences; the apps show it without a stack trace. */
export class OperatorError extends Error {
  override name = 'OperatorError';
}

/** Runs an app; an `OperatorError` ends it with its message and exit code 1, anything else is a crash. */
export async function runApp(app: () => Promise<void>): Promise<void> {
  try {
    await app();
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
