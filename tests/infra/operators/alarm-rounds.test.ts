import { describe, expect, it } from 'vitest';
import {
  hasEnoughAlarmData,
  isShortAlarm,
  type WatchedAlarm,
  whyDeploymentUnhealthy,
} from '../../../infra/operators/deployment/alarm-rounds.ts';

const now = new Date('2026-03-01T06:00:00Z');
const canary: WatchedAlarm = {
  AlarmName: 'formroom-demo-canary-fails',
  StateValue: 'ALARM',
  TreatMissingData: 'breaching',
  AlarmConfigurationUpdatedTimestamp: '2026-03-01T05:44:00Z',
  Period: 300,
  EvaluationPeriods: 3,
};

describe('after a deployment, an alarm that is red', () => {
  it.each<[string, Partial<WatchedAlarm>, string | undefined]>([
    ['is a fault', {}, 'Alarms went off: formroom-demo-canary-fails.'],
    [
      'has no data yet, a minute after it was made',
      { AlarmConfigurationUpdatedTimestamp: '2026-03-01T05:59:00Z' },
      undefined,
    ],
    [
      'has no data yet, a minute before its round has passed',
      { AlarmConfigurationUpdatedTimestamp: '2026-03-01T05:46:00Z' },
      undefined,
    ],
    [
      'is a fault however young, where missing data is none',
      { AlarmConfigurationUpdatedTimestamp: '2026-03-01T05:59:00Z', TreatMissingData: 'notBreaching' },
      'Alarms went off: formroom-demo-canary-fails.',
    ],
    ['is not red', { StateValue: 'OK' }, undefined],
  ])('%s', (_, more, fault) => {
    expect(whyDeploymentUnhealthy([{ ...canary, ...more }], now)).toBe(fault);
  });

  it('is missed where there is none at all', () => {
    expect(whyDeploymentUnhealthy([], now)).toBe('The school has no alarms: its operations stack is not deployed.');
  });

  it('is waited for as long as a deployment can: not the nine hours of the exports', () => {
    expect(isShortAlarm(canary)).toBe(true);
    const exports = { ...canary, Period: 10_800, AlarmConfigurationUpdatedTimestamp: '2026-02-28T20:59:00Z' };
    expect(isShortAlarm(exports)).toBe(false);
    expect(hasEnoughAlarmData(exports, now)).toBe(true);
  });
});
