import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { listAuditTrail } from '#functions/platform/table/audit.ts';
import { errorBody } from '#shared/http/error-body.ts';
import { serverWordings } from '#shared/http/wordings.ts';
import { markSheetContract } from '#shared/marks/mark-sheet/contract.ts';
import { findDynoxide } from '../../../local/dynamodb/dynoxide.ts';
import { callsWithExamples } from '../../support/callers/call-examples.ts';
import { ExamplesOfEverybody } from '../../support/callers/examples-of-everybody.ts';
import { collectLog } from '../../support/log-lines.ts';
import { term, year } from '../../support/school/small-school.ts';
import { EmulatorProcess } from '../../support/step-by-step/emulator-process.ts';

/** A browser without a step of a sign-in is refused without reading the table. */
const withoutTable = ['POST /api/sign-in-code', 'POST /api/sign-in-set-up', 'POST /api/sign-in-set-up-code'];

const sentences = {
  reading: serverWordings.tableAway,
  changing: serverWordings.tableAwayUncertain,
};

// dynalite runs in this very process, which nobody takes away.
describe.skipIf(findDynoxide() === undefined)('while the database is away', () => {
  let folder: string;
  let school: ExamplesOfEverybody;
  let emulator: EmulatorProcess;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'formroom-table-away-'));
    school = await ExamplesOfEverybody.start({ dataFolder: folder });
    emulator = new EmulatorProcess(process.pid);
  });
  afterAll(async () => {
    await school?.stop();
    emulator?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('every call says so, and when to try again; a save that is sent again later is saved once', async () => {
    const mark = { student_id: 'S41', subject_id: 'MATH', year, term, exam_mark: 47, was: { exam_mark: null } };
    const save = () =>
      school.client('T1').call(markSheetContract.saveSubjectRecord, mark, { 'idempotency-key': 'sent-again-1' });

    collectLog();
    onTestFinished(() => void vi.restoreAllMocks());
    emulator.kill();
    const answers = await Promise.all(
      callsWithExamples.map(async (entry) => {
        const { status, headers, body } = await school.send(entry);
        const message = errorBody.parse(body).errors.message.join(' ');
        return { call: `${entry.call.method} ${entry.call.path}`, status, later: headers.get('retry-after'), message };
      }),
    );
    const awaySaid = await save();
    emulator.startAgain();

    expect(answers.filter(({ status }) => status !== 503).map(({ call, status }) => `${call} ${status}`)).toEqual(
      withoutTable.map((call) => `${call} 409`),
    );
    const refused = answers.filter(({ status }) => status === 503);
    expect(refused.length).toBeGreaterThan(200);
    for (const { call, later, message } of refused) {
      const sentence = call.startsWith('GET ') ? sentences.reading : sentences.changing;
      expect({ call, later, message }).toEqual({ call, later: '5', message: sentence });
    }

    expect(awaySaid.status).toBe(503);
    await expect.poll(async () => (await save()).status, { timeout: 30_000 }).toBe(200);
    expect((await save()).status).toBe(200);
    const trail = await listAuditTrail(`student#S41#${year}#${term}#MATH`);
    expect(trail.map(({ changes }) => changes.map(({ after }) => after))).toEqual([[47]]);
  });
});
