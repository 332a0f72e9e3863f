import type { AccountFile } from '../../account-file.ts';
import { type CountedUse, countedUse } from '../../quotas/quota-use.ts';
import { howToRaise, type QuotaId, quotas } from '../../quotas/quotas.ts';
import { countSharedSets } from '../../shared-parts.ts';
import type { AskAws } from './ask-aws.ts';

/** What an account has left of a quota. */
export interface QuotaLeft {
  /** “IAM, “Roles per account”: 412 of 1,000 are used, 588 left, for 15 more schools”. */
  fact: string;
  todo?: string;
}

/** Quotas of which it is worth to count what an account has. */
export const countedQuotas = (Object.keys(countedUse) as QuotaId[]).filter((id) => countedUse[id]?.count);

/**
 * Counts what an account has of a quota, ours or not, and says what is left. To do is something where that is too
 * little for one school more, or for a version that makes what schools, and stages, share once more.
 */
export async function countQuotaLeft(id: QuotaId, account: AccountFile, ask: AskAws): Promise<QuotaLeft> {
  const { count = [], ofSchool, ofSet } = countedUse[id] as CountedUse;
  const { service, name } = quotas[id];
  const value = account.quotas[id] ?? quotas[id].value;
  const used = (await ask(...count)) as number;
  const left = value - used;
  const wanted = ofSchool + 2 * ofSet * countSharedSets(account.schools.length);
  const schools = ofSchool > 0 ? `, for ${Math.max(Math.floor(left / ofSchool), 0)} more schools` : '';
  const fact = `${service}, “${name}”: ${written(used)} of ${written(value)} are used, ${written(left)} left${schools}`;
  if (left >= wanted) return { fact };
  const unused = ofSet > 0 ? `run npm run deploy-account -- --account ${account.name} --remove-unused, or ` : '';
  return {
    fact,
    todo: `Before they run out, ${unused}${howToRaise(id)}, and write the new value into infra/accounts/${account.name}.json: "quotas": { "${id}": … }.`,
  };
}

const written = (figure: number): string => figure.toLocaleString('en');
