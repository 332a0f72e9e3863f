import { subjectRecordAuditSubject, subjectRecordKey } from '#functions/marks/records/subject-record.ts';
import { listAuditTrail } from '#functions/platform/table/audit.ts';
import { readItems } from '#functions/platform/table/table.ts';
import { markSheetContract } from '#shared/marks/mark-sheet/contract.ts';
import { clientOfAccount } from '../../../support/callers/callers.ts';
import { callDirectly } from '../../../support/callers/direct-client.ts';
import { createSeededRandom } from '../../../support/samples/random-numbers.ts';
import { addStudents, term, year } from '../../../support/school/small-school.ts';
import { withLossyTable } from '../../../support/step-by-step/lossy-table.ts';
import {
  type AnsweredSave,
  findHistoryFaults,
  type HistoryFaults,
} from '../../../support/step-by-step/save-history.ts';

const clients = 16;
const students = 8;
/** Of requests to the table. */
const tableFaults = { throttled: 0.2, unanswered: 0.05 };
/** Of what happens on the way between a browser and the function. */
const chance = { answerLost: 0.05, duplicate: 0.1, overtaken: 0.3 };

interface Save {
  key: string;
  studentId: string;
  was: string | null;
  value: string;
}
/** Carries a save out; `theirs` is what a conflict shows. */
type Deliver = (save: Save) => Promise<{ status: number; theirs?: string | null }>;

/** What became of many saves at once. */
export interface Storm extends HistoryFaults {
  saves: number;
  acknowledged: number;
  throttled: number;
  unanswered: number;
}

/**
 * Many clients that save at once into a few comments of the small school, over a bad network and a bad table.
 */
export async function saveStorm({
  seed,
  saves: count,
  url,
}: {
  seed: number;
  saves: number;
  url: string;
}): Promise<Storm> {
  const random = createSeededRandom(seed);
  const prefix = `H${seed}`;
  await addStudents(
    '1A',
    Array.from({ length: students }, (_, index) => `${prefix}-${index}`),
  );
  const deliver = await deliverTo(url);
  let saves: AnsweredSave[] = [];
  const happened = await withLossyTable({ random, ...tableFaults }, async () => {
    saves = await saveAtOnce({ deliver, random, prefix, count });
  });
  const { stored, effects } = await afterwards(prefix);
  const acknowledged = saves.filter(({ isAcknowledged }) => isAcknowledged).length;
  const faults = findHistoryFaults({ saves, stored, effects });
  return { saves: saves.length, acknowledged, ...happened, ...faults };
}

/** The product's own function, without the way over HTTP. */
async function deliverTo(url: string): Promise<Deliver> {
  const mona = await clientOfAccount(url, 'T1');
  return async ({ key, studentId, was, value }) => {
    const input = { student_id: studentId, subject_id: 'MATH', class_id: '1A', year, term, comment: value };
    const save = { ...input, was: { comment: was } };
    const { status, body } = await callDirectly(mona, markSheetContract.saveSubjectRecord, save, key);
    const { errors } = body as { errors?: { conflict?: { theirs: string } } };
    return { status, ...(errors?.conflict ? { theirs: errors.conflict.theirs } : {}) };
  };
}

/** Many clients that save at once over a bad network, each repeating a save under its key until it is answered. */
async function saveAtOnce({
  deliver,
  random,
  prefix,
  count,
}: {
  deliver: Deliver;
  random: () => number;
  prefix: string;
  count: number;
}): Promise<AnsweredSave[]> {
  const answered: AnsweredSave[] = [];
  const late: Promise<unknown>[] = [];
  /** What the screens show by now: the last answer about each cell. */
  const shown = new Map<string, string | null>();
  let made = 0;
  const pass = () => new Promise((resolve) => setTimeout(resolve, random() < chance.overtaken ? random() * 12 : 0));

  const untilAnswered = async (save: Save) => {
    for (;;) {
      await pass();
      if (random() < chance.duplicate) late.push(pass().then(() => deliver(save)));
      const answer = await deliver(save);
      const isFinal = answer.status === 200 || answer.theirs !== undefined;
      if (isFinal && random() >= chance.answerLost) return answer;
      if (![200, 409, 429, 500, 503].includes(answer.status)) throw new Error(`A save was answered ${answer.status}`);
    }
  };
  const client = async () => {
    while (made < count) {
      made += 1;
      const studentId = `${prefix}-${Math.floor(random() * students)}`;
      const save = { key: crypto.randomUUID(), studentId, was: shown.get(studentId) ?? null, value: `text ${made}` };
      const { status, theirs } = await untilAnswered(save);
      shown.set(studentId, status === 200 ? save.value : (theirs ?? null));
      answered.push({ cell: studentId, was: save.was, value: save.value, isAcknowledged: status === 200 });
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  await Promise.all(late);
  return answered;
}

/** What is stored, and everything that ever was, by the audit trail. */
async function afterwards(prefix: string) {
  const stored = new Map<string, string | null>();
  const effects: { cell: string; value: string }[] = [];
  for (let index = 0; index < students; index += 1) {
    const key = { studentId: `${prefix}-${index}`, year, term, subjectId: 'MATH' };
    const { record } = await readItems({ record: subjectRecordKey(key) });
    stored.set(key.studentId, record?.comment ?? null);
    const changes = (await listAuditTrail(subjectRecordAuditSubject(key))).flatMap((row) => row.changes);
    effects.push(...changes.map(({ after }) => ({ cell: key.studentId, value: String(after) })));
  }
  return { stored, effects };
}
