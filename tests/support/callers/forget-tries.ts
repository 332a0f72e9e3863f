/** As if nobody had tried to sign in before: what one test types wrong slows no other one. */
export async function forgetTries(): Promise<void> {
  const { Attempts } = await import('#functions/accounts/auth/sign-in-attempts.ts');
  const { data } = await Attempts.scan.go({ pages: 'all' });
  if (data.length > 0) await Attempts.delete(data.map(({ who }) => ({ who }))).go();
}
