import { Badge, type BadgeProps } from '@aws-amplify/ui-react';
import { levelName } from '#shared/people/form-level.ts';
import { leavesSchool } from '#shared/school/promotion.ts';
import { schoolScreenWordings } from '#shared/school/wordings.ts';
import type { TableColumn } from '../../../tables/columns.ts';
import { describeProposal, describeStudentDecision, type PlanRow } from './plan-model.ts';

/** What the table is filtered by; each is in the address. */
export const planFilterColumns = ['class', 'form', 'proposed', 'decided', 'coming'] as const;

const proposedText = (row: PlanRow): string => {
  const to = row.facts?.proposal?.to;
  if (to === undefined) return 'No facts yet';
  return to === row.class_id ? 'Repeat' : to === leavesSchool ? 'Leave' : 'Next class';
};

const variationOf = (row: PlanRow): Pick<BadgeProps, 'variation'> => {
  if (row.isOutdated) return { variation: 'error' };
  if (row.decision === null) return {};
  return { variation: row.comingTo === row.class_id || row.comingTo === leavesSchool ? 'warning' : 'success' };
};

/**
 * A row a student: the class, what the report card says, what is proposed, what is decided and where the student comes
 * to.
 */
export const planColumns: readonly TableColumn<PlanRow>[] = [
  { key: 'name', label: 'Name', value: ({ name }) => name, width: 184 },
  { key: 'id', label: 'ID', value: ({ student_id }) => student_id, width: 100, isHidden: true, isAlwaysSearched: true },
  { key: 'class', label: 'Class', value: ({ class_id }) => class_id, isFiltered: true, width: 122 },
  {
    key: 'form',
    label: 'Form',
    value: ({ formLevel }) => formLevel,
    text: (level) => levelName(Number(level)),
    isFiltered: true,
    // Implied by the class, so hidden until chosen.
    isHidden: true,
    width: 112,
  },
  {
    key: 'average',
    label: 'Average',
    value: ({ facts }) => (facts?.average ? Number(facts.average) : null),
    text: (_value, { facts }) => facts?.average ?? '',
    isNumber: true,
    width: 108,
  },
  {
    key: 'passed',
    label: 'Passed',
    value: ({ facts }) => (facts && facts.entered > 0 ? facts.passed : null),
    text: (passed, { facts }) => `${passed} of ${facts?.entered}`,
    isNumber: true,
    width: 98,
  },
  {
    key: 'attendance',
    label: 'Attendance',
    value: ({ facts }) => facts?.attendance ?? null,
    text: (percent) => `${percent} %`,
    isNumber: true,
    width: 126,
  },
  {
    key: 'proposed',
    label: 'Proposal',
    value: proposedText,
    cell: (row) => <span title={describeProposal(row)}>{row.facts ? describeProposal(row) : '…'}</span>,
    isFiltered: true,
    ownLine: 'text',
    width: 176,
  },
  {
    key: 'decided',
    label: 'Decided',
    value: ({ decision, isOutdated }) =>
      isOutdated ? 'Class changed since' : decision ? 'Decided' : schoolScreenWordings.byTheRule,
    isFiltered: true,
    width: 120,
    isHidden: true,
  },
  {
    key: 'coming',
    label: 'Coming year',
    value: describeStudentDecision,
    cell: (row) => <Badge {...variationOf(row)}>{describeStudentDecision(row)}</Badge>,
    isFiltered: true,
    ownLine: 'text',
    width: 166,
  },
];

const ofClass = new Set(['name', 'id', 'class', 'average', 'coming']);

/** The same within a class of the coming year: narrower, and without what everybody there has in common. */
export const planColumnsWithinClass = planColumns.filter(({ key }) => ofClass.has(key));
