import { setTimeout as sleep } from 'node:timers/promises';
import { withLossyTable } from '../../tests/support/step-by-step/lossy-table.ts';
import { withSlowTable } from '../../tests/support/step-by-step/table-requests.ts';
import type { SavedCell, StoredCell } from './ledger.ts';
import type { ControlRequest, ProcessReading } from './school-control.ts';

/** The school under test, in a process of its own, controlled by messages; it ends with its parent. */

const [dataFolder = ':memory:'] = process.argv.slice(2);
process.umask(0o077);
process.env.LOG_LEVEL ??= 'error';

let warnings = 0;
process.on('warning', () => {
  warnings += 1;
});

const { startSchool } = await import('../../local/school.ts');
const school = await startSchool({ dataFolder, port: 0, site: 'built', isDemo: true });

const RealDate = Date;
/** The clock of this machine is set, and set back: timers go on, the time of day jumps. */
function moveClock(by: number): void {
  globalThis.Date = class extends RealDate {
    constructor(...args: ConstructorParameters<typeof RealDate> | []) {
      if (args.length === 0) super(RealDate.now() + by);
      else super(...(args as ConstructorParameters<typeof RealDate>));
    }
    static override now = () => RealDate.now() + by;
  } as DateConstructor;
}

function reading(): ProcessReading {
  // The second takes what the first has let go.
  global.gc?.();
  global.gc?.();
  const { heapUsed, external, rss } = process.memoryUsage();
  const resources = process.getActiveResourcesInfo();
  const connections = resources.filter((kind) => kind === 'TCPSocketWrap').length;
  const listeners = process.eventNames().reduce((sum, name) => sum + process.listenerCount(name), 0);
  return {
    memory: heapUsed + external,
    resident: rss,
    handles: resources.length - connections,
    connections,
    listeners,
    warnings,
  };
}

async function kept(cells: readonly SavedCell[], since: string): Promise<StoredCell[]> {
  const { listAuditTrail } = await import('../../functions/platform/table/audit.ts');
  const found: StoredCell[] = [];
  for (const cell of cells) {
    const trail = (await listAuditTrail(cell.subject)).filter(({ at }) => at >= since);
    const effects = trail.flatMap(({ changes }) => changes).filter(({ field }) => field === cell.field);
    found.push({
      ...cell,
      stored: await storedIn(cell),
      effects: effects.map(({ after }) => String(after)),
    });
  }
  return found;
}

/** The subject names the record: `student#<id>`, or with year, term and subject of a subject record. */
async function storedIn({ subject, field }: SavedCell): Promise<string | null> {
  const { readItems } = await import('../../functions/platform/table/table.ts');
  const [, studentId = '', year, term, subjectId = ''] = subject.split('#');
  let record: unknown;
  if (year === undefined) {
    const { studentKey } = await import('../../functions/students/records/store.ts');
    ({ record } = await readItems({ record: studentKey(studentId) }));
  } else {
    const { subjectRecordKey } = await import('../../functions/marks/records/subject-record.ts');
    const key = { studentId, year: Number(year), term: Number(term) as 1 | 2 | 3, subjectId };
    ({ record } = await readItems({ record: subjectRecordKey(key) }));
  }
  const fields = record as Record<string, unknown> | undefined;
  const value = fields?.[field] ?? (fields?.attributes as Record<string, unknown> | undefined)?.[field];
  return value === undefined ? null : String(value);
}

async function answer(asked: ControlRequest): Promise<unknown> {
  switch (asked.what) {
    case 'reading':
      return reading();
    case 'kept':
      return kept(asked.cells, asked.since);
    case 'throttled': {
      const faults = { random: Math.random, throttled: 0.3, unanswered: 0.05 };
      return withLossyTable(faults, () => sleep(asked.milliseconds));
    }
    case 'slow':
      return withSlowTable(400, () => sleep(asked.milliseconds));
    case 'clock':
      moveClock(asked.by);
      await sleep(asked.milliseconds);
      moveClock(0);
      return null;
  }
}

process.on('message', ({ id, asked }: { id: number; asked: ControlRequest }) => {
  answer(asked).then(
    (value) => process.send?.({ id, value }),
    (error: unknown) => process.send?.({ id, failure: String(error) }),
  );
});
process.once('disconnect', async () => {
  await school.stop();
  process.exit(0);
});
process.send?.({ url: school.url });
