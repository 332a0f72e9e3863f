import { mailOccasions } from '#shared/options/families/mail-settings.ts';
import { mailRefusals } from '#shared/options/families/wordings.ts';
import type { JobItem } from '../../../platform/jobs/store.ts';
import type { StudentEvent } from '../records/family-mails.ts';

/** One run at a time: together two would be faster than SES allows. */
export const mailJobKey = 'letters';

/** Stops a run: its `lastError`. */
export const stoppedByOffice = 'Stopped';

/** A student's event as a row of the run; `occasion/event/group/student`. */
export const toMailRow = ({ occasion, event, group, studentId }: StudentEvent): string =>
  [mailOccasions.indexOf(occasion), event, group, studentId].join('/');

export function parseMailRow(row: string): StudentEvent {
  const [place, event = '', group = '', studentId = ''] = row.split('/');
  const occasion = mailOccasions[Number(place)];
  if (occasion === undefined || studentId === '') throw new Error('Not a row of a run that sends e-mails');
  return { occasion, event, group, studentId };
}

/** Why a run ended early, for the office; null where it did not. */
export function findMailJobProblem({ state, lastError }: JobItem): string | null {
  if (state !== 'failed') return null;
  const { stopped, quota, refused, other } = mailRefusals.problems;
  switch (lastError) {
    case stoppedByOffice:
      return stopped;
    case 'MailQuotaReached':
      return quota;
    case 'MailRefused':
      return refused;
    default:
      return other;
  }
}
