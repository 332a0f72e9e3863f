import { namesForbiddenInPassword, type PasswordOwner } from './password.ts';

/** Characters that are estimated: a longer password is strong anyway, and the estimator's time stays bounded. */
const maxLength = 64;

type Estimate = (password: string, names: string[]) => number;

/**
 * The estimator with its list of 49,000 common and breached passwords: 400 KB, loaded where a password is chosen, never
 * by a sign-in.
 */
async function load(): Promise<Estimate> {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  const { 'passwords-common': passwords } = dictionary;
  const { qwerty, azerty, qwertz, keypad } = adjacencyGraphs;
  const zxcvbn = new ZxcvbnFactory({
    dictionary: { passwords },
    graphs: { qwerty, azerty, qwertz, keypad },
    maxLength,
  });
  return (password, names) => zxcvbn.check(password, names).guessesLog10;
}

let loading: Promise<Estimate> | undefined;

function estimator(): Promise<Estimate> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

/**
 * The guesses that somebody who knows the owner's names needs for a password, as a power of ten. Takes up to a fifth of
 * a second.
 */
export async function estimateGuesses(password: string, owner: PasswordOwner): Promise<number> {
  const estimate = await estimator();
  return estimate(password, namesForbiddenInPassword(owner));
}
