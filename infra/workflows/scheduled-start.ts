import { createHash } from 'node:crypto';
import { Duration, TimeZone } from 'aws-cdk-lib';
import type { IRole } from 'aws-cdk-lib/aws-iam';
import { Schedule, ScheduleExpression, type ScheduleTargetInput, TimeWindow } from 'aws-cdk-lib/aws-scheduler';
import { StepFunctionsStartExecution } from 'aws-cdk-lib/aws-scheduler-targets';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { IStateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';

/** Minutes after its time within which a run begins. */
const window = 15;

/** How often a start that fails is tried again, at growing and random distances. */
const retries = 8;

/**
 * The minute of the hour, 0 to 59, in which what is scheduled for a school begins: another one for each school, so that
 * those of an account do not ask AWS for the same at once.
 * @param name for example `formroom-demo`
 */
export const minuteOfSchool = (name: string): number => createHash('sha256').update(name).digest().readUInt32BE() % 60;

export interface ScheduledStart {
  /** Of the school, for example `formroom-demo`. */
  name: string;
  description: string;
  /** UTC, as cron has them: `7`, or `0/6`. */
  hour: string;
  machine: IStateMachine;
  input: ScheduleTargetInput;
  /** For how long a start that fails is tried again. */
  maxEventAge: Duration;
  role: IRole;
  deadLetterQueue: IQueue;
}

/** Starts a state machine by the clock, at the school's own minute. */
export function addScheduledStart(
  scope: Construct,
  id: string,
  { name, description, hour, machine, ...target }: ScheduledStart,
): Schedule {
  return new Schedule(scope, id, {
    description,
    schedule: ScheduleExpression.cron({ hour, minute: String(minuteOfSchool(name)), timeZone: TimeZone.ETC_UTC }),
    timeWindow: TimeWindow.flexible(Duration.minutes(window)),
    target: new StepFunctionsStartExecution(machine, { ...target, retryAttempts: retries }),
  });
}
