import { readFile } from 'node:fs/promises';
import { mailOfSchool } from '#shared/product.ts';
import { schoolFileSchema } from '#shared/school/school-file.ts';
import { localNames } from '../environment.ts';
import type { LoadFunction } from '../load-functions.ts';
import type { MailEvent, SesOptions } from './ses.ts';

/**
 * SES as the workflows stack sets it up: the school's sender, and a rule that hands what came back to the worker
 * of the option that sends.
 */
export async function createLocalSesOptions(loadFunction: LoadFunction): Promise<SesOptions> {
  const mail = mailOfSchool(schoolFileSchema().parse(JSON.parse(await readFile(localNames.schoolFile, 'utf8'))));
  return {
    verified: mail ? [mail.from.toLowerCase()] : [],
    configurationSets: [localNames.mail],
    onEvent: async ({ detail }: MailEvent) => {
      if (!mail) return;
      const { handler } = await loadFunction(mail.domain, 'jobs');
      await handler({ ...mail.failed, event: { claim: detail.mail.tags.claim?.[0] ?? '', type: detail.eventType } });
    },
  };
}
