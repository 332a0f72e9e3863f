import { computeTableFingerprint, describeDifferences, sumFingerprint } from '../exports/fingerprint.ts';
import { OperatorError } from '../operators/operator-error.ts';
import type { RestoreDependencies } from './restore-dependencies.ts';
import type { RestoreStep } from './steps.ts';

/**
 * How long after the moment a drill is over at the latest, in milliseconds: what expires until then is not compared.
 */
const drillMilliseconds = 24 * 60 * 60 * 1000;

/** The new table has the records of the old one, each as it was: counts and hashes by kind. */
export function compareRecordsStep(
  { source, target, moment }: { source: string; target: string; moment: Date },
  { dynamoDb, say }: Pick<RestoreDependencies, 'dynamoDb' | 'say'>,
): RestoreStep {
  const until = new Date(moment.getTime() + drillMilliseconds);
  return {
    title: `${target} has the records of ${source}, each as it was`,
    act: async () => {
      const before = await computeTableFingerprint({ dynamoDb, table: source }, until);
      const after = await computeTableFingerprint({ dynamoDb, table: target }, until);
      const different = describeDifferences(before, after);
      for (const line of different) say(`    ${line}`);
      if (different.length > 0) throw new OperatorError(`${target} is not ${source}: the drill has failed.`);
      const { count, hash } = sumFingerprint(after);
      say(`    ${count} records of ${Object.keys(after).length} kinds, hash ${hash}`);
    },
  };
}
