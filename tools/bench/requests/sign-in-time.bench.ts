import { authContract } from '#shared/accounts/auth/contract.ts';
import { TestClient } from '../../../tests/support/callers/client.ts';
import { forgetSignInAttempts } from '../../../tests/support/callers/forget-sign-in-attempts.ts';
import { password as rightPassword, startSmallSchool } from '../../../tests/support/school/small-school.ts';
import type { BenchRow } from '../kit/bench.ts';

export const title = 'Signing in: names that somebody has and names that nobody has';

const tries = 500;
/** Strangers have few tries before they wait: they are taken back so often. */
const between = 3;
/** Milliseconds: how long a wrong password takes. The first hundred warm everything up. */
const warmUp = 100;

/** Wrong passwords of a stranger, one of each kind in turn, whichever first by the throw of a coin. */
export async function run(): Promise<BenchRow[]> {
  const school = await startSmallSchool();
  try {
    const { listStaffAccounts } = await import('#functions/sessions/accounts.ts');
    const { provePassword } = await import('#functions/platform/identity/passwords.ts');
    const names = (await listStaffAccounts()).filter(({ role }) => role === 'teacher').map(({ userName }) => userName);
    const visitor = new TestClient(school.url);
    await visitor.call(authContract.setCsrfCookie, {});
    const taken = { known: [] as number[], unknown: [] as number[] };
    for (let round = 0; round < warmUp + tries; round += 1) {
      if (round % between === 0) await forgetSignInAttempts();
      const known = names[round % names.length] ?? '';
      const pair = [
        ['known', known],
        ['unknown', `${known.slice(0, -1)}q${round}`],
      ] as const;
      for (const [kind, name] of Math.random() < 0.5 ? pair : pair.toReversed()) {
        const began = performance.now();
        const { status } = await visitor.call(authContract.employeeLogin, { name, password: `Wrong-${round}` });
        if (status !== 401) throw new Error(`A wrong password of ${name} was answered ${status}`);
        if (round >= warmUp) taken[kind].push(performance.now() - began);
      }
      // The identity service counts too, and answers at once for a user whom it has locked: the walls never let it come
      // to that.
      await provePassword(known, rightPassword);
    }
    const t = welch(taken.known, taken.unknown);
    const mean = (values: readonly number[]) => meanOf(values).toFixed(2);
    return [
      {
        measure: `Wrong passwords of ${tries} known and ${tries} unknown names: Welch's t`,
        value: `${t.toFixed(2)} (${mean(taken.known)} and ${mean(taken.unknown)} ms)`,
        limit: '|t| < 2',
        ok: Math.abs(t) < 2,
      },
    ];
  } finally {
    await school.stop();
  }
}

const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** How many standard errors apart two means are, each with a variance of its own. */
function welch(one: readonly number[], other: readonly number[]): number {
  const errorOf = (values: readonly number[]) => {
    const mean = meanOf(values);
    return values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1) / values.length;
  };
  return (meanOf(one) - meanOf(other)) / Math.sqrt(errorOf(one) + errorOf(other));
}
