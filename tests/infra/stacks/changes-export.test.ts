import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FinishedExport, findExportsLeadingTo } from '../../../infra/exports/finished-exports.ts';
import { minuteOfSchool } from '../../../infra/workflows/scheduled-start.ts';
import { branchOf, evaluated, retriesOf, schedules, tables } from './state-machines.ts';

/** Whether an export of changes is left out, by what CloudWatch has of the time. */
const isSkipped = (holds: 'records' | 'trail') => {
  const [choice] = branchOf('formroom-demo-changes-export', holds).of('Anything written')?.Choices ?? [];
  const [, condition = ''] = /^{% (.*) %}$/.exec(String((choice as { Condition?: string }).Condition)) ?? [];
  return (values: { writes: number[]; reads: number[] }): boolean =>
    evaluated(condition, {
      figures: { MetricDataResults: Object.entries(values).map(([Id, Values]) => ({ Id, Values })) },
    });
};
describe('the export of changes', () => {
  const ofBranch = (holds: 'records' | 'trail') => branchOf('formroom-demo-changes-export', holds).of;

  it('runs every six hours, and receives the time at which it was due', () => {
    expect(schedules()).toContainEqual(
      expect.objectContaining({
        ScheduleExpression: expect.stringMatching(/^cron\(\d\d? 0\/6 \* \* \? \*\)$/),
        ScheduleExpressionTimezone: 'Etc/UTC',
        Target: expect.objectContaining({ Input: '{"dueAt":"<aws.scheduler.scheduled-time>"}' }),
      }),
    );
  });

  it('is not the only schedule: each night the class rosters are compared with the records', () => {
    expect(schedules()).toContainEqual(
      expect.objectContaining({
        ScheduleExpression: expect.stringMatching(/^cron\(\d\d? 7 \* \* \? \*\)$/),
        Target: expect.objectContaining({
          Arn: expect.anything(),
          Input: expect.stringContaining('"name":"check-class-rosters"'),
          DeadLetterConfig: expect.anything(),
        }),
      }),
    );
  });

  it('is beside those of options: each night a file of OneRoster', () => {
    expect(schedules()).toContainEqual(
      expect.objectContaining({
        ScheduleExpression: expect.stringMatching(/^cron\(\d\d? 6 \* \* \? \*\)$/),
        Target: expect.objectContaining({ Input: expect.stringContaining('"name":"make-nightly-roster-file"') }),
      }),
    );
    expect(schedules()).toHaveLength(3);
  });

  it('begins at another minute for each school, within a quarter of an hour: 600 schools never ask AWS at once', () => {
    const minutes = Array.from({ length: 600 }, (_, index) => minuteOfSchool(`formroom-school-${index}`));
    for (const minute of minutes) expect([minute >= 0, minute < 60, Number.isInteger(minute)]).not.toContain(false);
    const atOnce = Array.from({ length: 60 }, (_, at) => minutes.filter((minute) => minute === at).length);
    expect(Math.max(...atOnce)).toBeLessThan(25);
    expect(minuteOfSchool('formroom-demo')).toBe(minuteOfSchool('formroom-demo'));
    for (const { FlexibleTimeWindow, Target } of schedules()) {
      expect(FlexibleTimeWindow).toEqual({ Mode: 'FLEXIBLE', MaximumWindowInMinutes: 15 });
      expect(Target.RetryPolicy.MaximumRetryAttempts).toBe(8);
    }
  });

  it('asks a service that refuses eight times more, at random distances of five minutes at most', () => {
    const retried = (['formroom-demo-changes-export', 'formroom-demo-table-export'] as const).flatMap((name) =>
      retriesOf(name),
    );
    expect(retried.length).toBeGreaterThan(8);
    for (const retry of retried)
      expect(retry).toMatchObject({ MaxAttempts: 8, JitterStrategy: 'FULL', MaxDelaySeconds: 300 });
  });

  it.each(
    tables,
  )('of the %s is of what was written since two hours before the one before ended, or the table was made', (holds, table) => {
    expect(ofBranch(holds)('Look at recovery')?.Parameters?.TableName).toMatch(new RegExp(`:table/${table}$`));
    const span = (earliest: string) =>
      Object.fromEntries(
        Object.entries(ofBranch(holds)('From when to when')?.Output ?? {}).map(([name, expression]) => [
          name,
          evaluated(expression.slice('{% '.length, -' %}'.length), {
            dueAt: '2026-03-01T06:30:00Z',
            backups: {
              ContinuousBackupsDescription: {
                PointInTimeRecoveryDescription: { EarliestRestorableDateTime: earliest },
              },
            },
          }),
        ]),
      );
    const to = '2026-03-01T06:15:00.000Z';
    expect(span('2026-02-01T00:00:00Z')).toEqual({ from: '2026-02-28T22:15:00.000Z', to, isTooShort: false });
    expect(span('2026-03-01T05:00:00Z')).toEqual({ from: '2026-03-01T05:00:00.000Z', to, isTooShort: false });
    expect(span('2026-03-01T06:10:00Z')).toMatchObject({ isTooShort: true });
    expect(ofBranch(holds)('Start export')?.Parameters).toMatchObject({
      ExportType: 'INCREMENTAL_EXPORT',
      IncrementalExportSpecification: {
        'ExportFromTime.$': '$.from',
        'ExportToTime.$': '$.to',
        ExportViewType: 'NEW_IMAGE',
      },
    });
  });

  it.each(
    tables,
  )('of the %s is not begun where CloudWatch has figures and none of a write; a note says so in its place', (holds, table) => {
    expect(ofBranch(holds)('Long enough')?.Default).toBe(`Count writes of ${holds}`);
    const count = ofBranch(holds)('Count writes');
    expect(count).toMatchObject({ Next: `Anything written of ${holds}`, ResultPath: '$.figures' });
    expect(count?.Parameters).toMatchObject({ 'StartTime.$': '$.from', 'EndTime.$': '$.to' });
    const of = (Id: string, MetricName: string, Value: string) => ({
      Id,
      MetricStat: {
        Metric: { Namespace: 'AWS/DynamoDB', MetricName, Dimensions: [{ Name: 'TableName', Value }] },
        Period: 300,
        Stat: 'Sum',
      },
    });
    expect(count?.Parameters?.MetricDataQueries).toEqual([
      of('writes', 'ConsumedWriteCapacityUnits', table),
      of('reads', 'ConsumedReadCapacityUnits', 'formroom-demo'),
    ]);
    expect(isSkipped(holds)({ writes: [], reads: [1] })).toBe(true);
    expect(isSkipped(holds)({ writes: [0, 0], reads: [1, 0] })).toBe(true);
    expect(isSkipped(holds)({ writes: [0, 15], reads: [1] })).toBe(false);
    // Without figures of the canary's reads CloudWatch knows nothing.
    expect(isSkipped(holds)({ writes: [], reads: [] })).toBe(false);
    expect(ofBranch(holds)('Anything written')).toMatchObject({
      Choices: [{ Next: `Note that nothing changed of ${holds}` }],
      Default: `Start export of ${holds}`,
    });
    const note = ofBranch(holds)('Note that nothing changed');
    expect(note).toMatchObject({
      Next: `Nothing changed of ${holds}`,
      Resource: expect.stringMatching(/s3:putObject$/),
    });
    expect(note?.Parameters).toMatchObject({
      'Key.$': `States.Format('table-exports/AWSDynamoDB/unchanged-${holds}-{}/manifest-summary.json', $$.Execution.Name)`,
      Body: {
        exportType: 'INCREMENTAL_EXPORT',
        itemCount: 0,
        tableArn: expect.stringMatching(`:table/${table}$`),
        'exportFromTime.$': '$.from',
        'exportToTime.$': '$.to',
      },
    });
    expect(ofBranch(holds)('Nothing changed')?.Type).toBe('Succeed');
  });

  it('has every write, also one just before or while it is decided, whose figure CloudWatch has up to two hours later', () => {
    const begin = Date.parse('2026-03-01T06:30:00Z');
    const [hour, minute] = [3_600_000, 60_000];
    const write = fc.record({
      at: fc.integer({ min: 0, max: 5 * 24 * hour }),
      late: fc.integer({ min: 0, max: 2 * hour }),
    });
    // In the minutes around the end of a run's time, which is a quarter of an hour before the decision.
    const nearEnd = fc.record({
      at: fc
        .tuple(fc.integer({ min: 1, max: 19 }), fc.integer({ min: -20 * minute, max: 20 * minute }))
        .map(([run, off]) => run * 6 * hour - 15 * minute + off),
      late: fc.integer({ min: 0, max: 2 * hour }),
    });
    const expressions = ofBranch('records')('From when to when')?.Output ?? {};
    fc.assert(
      fc.property(fc.array(fc.oneof(write, nearEnd), { maxLength: 6 }), (writes) => {
        const all: FinishedExport = { id: 'all', tableName: 'T', from: null, to: new Date(begin), itemCount: 1 };
        const kept = [all];
        for (let run = 1; run <= 22; run += 1) {
          const decided = begin + run * 6 * hour;
          const input = {
            dueAt: new Date(decided).toISOString(),
            backups: {
              ContinuousBackupsDescription: {
                PointInTimeRecoveryDescription: { EarliestRestorableDateTime: '2026-02-01T00:00:00Z' },
              },
            },
          };
          const [from, to] = ['from', 'to'].map((name) =>
            Date.parse(evaluated((expressions[name] ?? '').slice('{% '.length, -' %}'.length), input)),
          ) as [number, number];
          const within = writes.filter(({ at }) => begin + at >= from && begin + at < to);
          const known = within.filter(({ at, late }) => begin + at + late <= decided);
          const isNote = isSkipped('records')({ writes: known.map(() => 15), reads: [1] });
          const itemCount = isNote ? 0 : Math.max(within.length, 1);
          kept.push({
            id: isNote ? 'note' : 'changes',
            tableName: 'T',
            from: new Date(from),
            to: new Date(to),
            itemCount,
          });
        }
        const chain = findExportsLeadingTo(new Date(begin + 22 * 6 * hour), 'T', kept);
        expect(chain.at(-1)?.to).toEqual(kept.at(-1)?.to);
        const exported = chain.filter(({ id }) => id === 'changes');
        for (const { at } of writes) {
          const isThere = exported.some(({ from, to }) => begin + at >= Number(from) && begin + at < Number(to));
          expect(isThere, new Date(begin + at).toISOString()).toBe(true);
        }
      }),
      { numRuns: 300 },
    );
  });

  it.each(
    tables,
  )('of the %s is no failure where nothing was changed, or the table is younger than what DynamoDB exports', (holds) => {
    const [done] = ofBranch(holds)('Done with export')?.Choices ?? [];
    expect(JSON.stringify(done)).not.toContain('NumericGreaterThan');
    expect(ofBranch(holds)('Long enough')?.Choices?.[0]).toMatchObject({
      Variable: '$.isTooShort',
      BooleanEquals: true,
      Next: `Nothing yet of ${holds}`,
    });
    expect(ofBranch(holds)('Nothing yet')?.Type).toBe('Succeed');
  });
});
