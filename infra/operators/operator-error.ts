import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';

/** A fault of what the operator gave or left out, told in sentences; the apps show it without a stack trace. */
export class OperatorError extends Error {
  override name = 'OperatorError';
}

/**
 * Runs an app; an error that the operator can correct ends it with a sentence and exit code 1, anything else is a
 * crash.
 */
export async function runApp(app: () => Promise<void>): Promise<void> {
  try {
    await app();
  } catch (error) {
    const sentence = sentenceFor(error);
    if (sentence === undefined) throw error;
    console.error(sentence);
    process.exitCode = 1;
  }
}

/**
 * The options of a command line. Throws an OperatorError with the usage for one that the command does not have, as a
 * mistyped `--only-list` would otherwise do what it should only list.
 */
export function parseCommandOptions<T extends ParseArgsOptionsConfig>(usage: string, options: T) {
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    if (!(error as NodeJS.ErrnoException).code?.startsWith('ERR_PARSE_ARGS')) throw error;
    const [sentence] = (error as Error).message.split(/\. |\n/);
    throw new OperatorError(`${sentence}. ${usage}`);
  }
}

/** A moment of the past with its time zone, as `--at` takes it. @throws {OperatorError} with the usage */
export function parseMoment(at: string, usage: string): Date {
  const moment = new Date(at);
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:\d\d)$/.test(at) || Number.isNaN(moment.getTime())) {
    throw new OperatorError(`--at takes a moment with its time zone. ${usage}`);
  }
  if (moment > new Date()) throw new OperatorError('--at is in the future.');
  return moment;
}

const signedOut = new Set(['CredentialsProviderError', 'TokenProviderError']);
const signInEnded = new Set([
  ...['ExpiredToken', 'ExpiredTokenException', 'RequestExpired', 'TokenRefreshRequired'],
  ...['InvalidClientTokenId', 'UnrecognizedClientException', 'InvalidSignatureException', 'SignatureDoesNotMatch'],
]);
const unreachable = new Set(['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED', 'ETIMEDOUT', 'ENETUNREACH']);

export const notSignedIn =
  'You are not signed in to AWS. Sign in (aws sso login, or set AWS_PROFILE), and run the same command again.';

/** The sentence for the operator about an error, of AWS too; undefined for a fault of the program. */
export function sentenceFor(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { name, message } = error;
  const { code = '' } = error as NodeJS.ErrnoException;
  if (error instanceof OperatorError) return message;
  if (signedOut.has(name)) return notSignedIn;
  if (signInEnded.has(name))
    return `AWS does not accept your sign-in any more (${name}). Sign in again, and run the same command again.`;
  if (/^(AccessDenied|UnauthorizedOperation|Forbidden)/.test(name)) return `AWS does not let you do this: ${message}`;
  if (/^Region is missing/.test(message)) return 'No region is set: set AWS_REGION to the region of the school’s file.';
  if (unreachable.has(code))
    return `AWS cannot be reached (${code}). Look at the network, and at the region of the school’s file.`;
  return undefined;
}
