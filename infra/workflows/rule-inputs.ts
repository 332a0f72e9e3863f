import * as events from 'aws-cdk-lib/aws-events';
import type { JobStep } from '#shared/jobs.ts';
import { mayBeEmptyField } from './table-export.ts';

/**
 * What a rule starts its target with: a text that begins with `$.` is a path in the event. Stated once, because what
 * could not be started lies in a queue as the event that it was, and is started by hand with the same input
 * (`infra/operators/start-again.ts`).
 */
export type RuleInput = Readonly<Record<string, unknown>>;

/** Of a school's first export of its tables, which may find nothing. */
export const firstExportInput = { [mayBeEmptyField]: true } as const satisfies RuleInput;

/** Of the step that notes an e-mail that came back, or was marked as spam. */
export const mailReportInput = (failed: JobStep): RuleInput => ({
  ...failed,
  event: { claim: '$.detail.mail.tags.claim[0]', type: '$.detail.eventType' },
});

/** As EventBridge fills it in. */
export const targetInputOf = (input: RuleInput): events.RuleTargetInput =>
  events.RuleTargetInput.fromObject(filled(input, (path) => events.EventField.fromPath(path)));

/** The same of an event that is at hand. */
export const inputOfEvent = (input: RuleInput, event: unknown): unknown =>
  filled(input, (path) =>
    path
      .slice('$.'.length)
      .split(/[.[\]]+/)
      .filter(Boolean)
      .reduce((within, name) => (within as Record<string, unknown> | undefined)?.[name], event),
  );

function filled(input: object, atPath: (path: string) => unknown): Record<string, unknown> {
  const value = (given: unknown): unknown => {
    if (typeof given === 'object' && given !== null) return filled(given, atPath);
    return typeof given === 'string' && given.startsWith('$.') ? atPath(given) : given;
  };
  return Object.fromEntries(Object.entries(input).map(([field, given]) => [field, value(given)]));
}
