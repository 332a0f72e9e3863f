import { readFileSync } from 'node:fs';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import type { Construct } from 'constructs';
import { nameWithRegion } from '../constructs/names-in-stack.ts';
import { costTag } from '../names.ts';

export interface MonthlyBudgetProps {
  name: string;
  schoolId: string;
  operatorEmail: string;
  /** US dollars a month. */
  budget: number;
}

/**
 * One and a half times what a school's busiest month costs by the price list (`npm run cost -- --school … --write`): an
 * account's free amounts are shared by its schools, so a budget must not count on them.
 */
export function measuredBudget(): number {
  const { list } = JSON.parse(readFileSync(new URL('./measured-cost.json', import.meta.url), 'utf8')) as {
    list: number;
  };
  return Math.ceil(list * 1.5);
}

/** Mails an operator when so many percent of a budget are spent, or will be by the end of the month. */
export const noticeOfBudget = (
  operatorEmail: string,
  notificationType: 'ACTUAL' | 'FORECASTED',
  threshold: number,
): CfnBudget.NotificationWithSubscribersProperty => ({
  notification: { notificationType, comparisonOperator: 'GREATER_THAN', threshold, thresholdType: 'PERCENTAGE' },
  subscribers: [{ subscriptionType: 'EMAIL', address: operatorEmail }],
});

/** Mails the operator at 80 % and 100 % of a month's budget, and when the month is heading beyond it. */
export function addMonthlyBudget(
  scope: Construct,
  { name, schoolId, operatorEmail, budget }: MonthlyBudgetProps,
): CfnBudget {
  const notice = (type: 'ACTUAL' | 'FORECASTED', threshold: number) => noticeOfBudget(operatorEmail, type, threshold);
  return new CfnBudget(scope, 'Budget', {
    budget: {
      budgetName: nameWithRegion(scope, name),
      budgetType: 'COST',
      timeUnit: 'MONTHLY',
      budgetLimit: { amount: budget, unit: 'USD' },
      // This school's resources alone, however many share the account.
      costFilters: { TagKeyValue: [`user:${costTag}$${schoolId}`] },
    },
    notificationsWithSubscribers: [notice('ACTUAL', 80), notice('ACTUAL', 100), notice('FORECASTED', 100)],
  });
}
