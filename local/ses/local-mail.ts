import { readFile } from 'node:fs/promises';
import { failedMailStep } from '#shared/options/families/jobs.ts';
import { schoolFileSchema } from '#shared/school/school-file.ts';
import { localNames } from '../environment.ts';
import type { LoadFunction } from '../load-functions.ts';
import type { MailEvent, SesOptions } from './ses.ts';

/**
 * SES as the workflows stack sets it up: the school's sender, and a rule that hands what came back to the families'
 * worker.
 */
export async function createLocalSesOptions(loadFunction: LoadFunction): Promise<SesOptions> {
  const { familyLetters } = schoolFileSchema().parse(JSON.parse(await readFile(localNames.schoolFile, 'utf8')));
  return {
    verified: familyLetters ? [familyLetters.from.toLowerCase()] : [],
    configurationSets: [localNames.mail],
    onEvent: async ({ detail }: MailEvent) => {
      const { handler } = await loadFunction('families', 'jobs');
      await handler({ ...failedMailStep, event: { claim: detail.mail.tags.claim?.[0] ?? '', type: detail.eventType } });
    },
  };
}
