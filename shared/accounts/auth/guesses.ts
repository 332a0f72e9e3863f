import { forbiddenNamesOf, type PasswordOwner } from './password.ts';

/** Characters that are looked at: whoever types more has chosen well, and time is bounded. */
const lookedAt = 64;

type Estimate = (password: string, names: string[]) => number;

/**
 * The estimator with its list of 49,000 common and breached passwords: 400 KB, fetched by the first who chooses one. A sign-in never
 * loads it.
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
    maxLength: lookedAt,
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

/** How many guesses a password takes of somebody who knows its owner's names, as a power of ten. Up to a fifth of a second. */
export async function guessesOf(password: string, owner: PasswordOwner): Promise<number> {
  const estimate = await estimator();
  return estimate(password, forbiddenNamesOf(owner));
}
