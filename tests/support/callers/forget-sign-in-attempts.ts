import { AttemptsEntity } from '#functions/accounts/auth/sign-in/attempt-counters.ts';
import { executeActionOfTest, readEveryRecord } from '../school/records.ts';

/** As if nobody had tried to sign in before: what one test types wrong slows no other one. */
export async function forgetSignInAttempts(): Promise<void> {
  for (const { who } of await readEveryRecord(AttemptsEntity))
    await executeActionOfTest(AttemptsEntity.delete({ who }));
}
