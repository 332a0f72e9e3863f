import { onerosterContract, type RosterFile } from '#shared/options/oneroster/contract.ts';
import { rosterFileJob } from '#shared/options/oneroster/jobs.ts';
import { readOnerosterSettings } from '#shared/options/oneroster/settings.ts';
import { tableNames } from '#shared/options/oneroster/standard/versions.ts';
import { signDocumentLink } from '../../../platform/files/kept-documents.ts';
import { restartJobIfDead, toRunStatus } from '../../../platform/jobs/run-job.ts';
import { readJob } from '../../../platform/jobs/store.ts';
import { callHandler, type RequestFacts } from '../../../platform/requests/call-handler.ts';
import { readSessionCookie } from '../../../platform/requests/cookies.ts';
import { requireManageAdmins } from '../../../platform/requests/require-manage-admins.ts';
import { school, schoolDay } from '../../../school/records/school.ts';
import { endOfRosterFile, keyOfRosterFile, listRosterFiles, type RosterFileItem } from '../records/roster-files.ts';

export const readRosterFiles = callHandler(onerosterContract.readRosterFiles, {
  handle: async ({ caller, request }) => {
    requireManageAdmins(caller);
    const [job, items] = await Promise.all([
      readJob(rosterFileJob.name, rosterFileJob.key),
      listRosterFiles(request.now),
    ]);
    if (job) await restartJobIfDead(job, request.now);
    const { nightly, demographics } = readOnerosterSettings(school().optionSettings);
    return {
      run: job ? toRunStatus(job) : null,
      files: await Promise.all(items.toSorted(byAge).map((item) => toAnswer(item, request))),
      is_nightly: nightly,
      has_demographics: demographics,
    };
  },
});

/** The latest first; of a night the whole one. */
const byAge = (a: RosterFileItem, b: RosterFileItem): number =>
  b.madeAt.localeCompare(a.madeAt) || Number(a.since !== undefined) - Number(b.since !== undefined);

async function toAnswer(item: RosterFileItem, request: RequestFacts): Promise<RosterFile> {
  const { madeAt, madeBy, since, isWholeInstead, bytes, rows, lacksTerms } = item;
  const link = await signDocumentLink(keyOfRosterFile(item), {
    name: `${school().id} OneRoster ${since === undefined ? '' : 'changes '}${schoolDay(new Date(madeAt))}.zip`,
    type: 'application/zip',
    session: readSessionCookie(request),
  });
  return {
    made_at: madeAt,
    since: since ?? null,
    is_whole_instead: isWholeInstead === true,
    by: madeBy ?? null,
    bytes,
    rows: tableNames.flatMap((table) => {
      const count = rows[table];
      return count === undefined ? [] : [{ file: `${table}.csv`, rows: count }];
    }),
    lacks_terms: lacksTerms,
    link,
    until: endOfRosterFile(madeAt).toISOString(),
  };
}
