import { roundHalfUp } from '#shared/marks/fraction.ts';
import { pluralize } from '#shared/pluralize.ts';
import { decisionText, leavesSchool } from '#shared/school/promotion.ts';
import type { PlannedStudent, PromotionPlan, StudentFacts } from '#shared/school/promotion-calls.ts';
import { schoolScreenWordings } from '#shared/school/wordings.ts';

export type PlanClass = PromotionPlan['classes'][number];

/** A student of the plan with what is known about the coming year. */
export interface PlanRow extends PlannedStudent {
  formLevel: number | null;
  nextClass: string | null;
  /** Undefined while it is read. */
  facts: StudentFacts | undefined;
  /** Decided in another class than the student is in now: the promotion passes over it. */
  isOutdated: boolean;
  /** Where the student goes: as decided, else by the rule. Null where that is unknown. */
  comingTo: string | null;
}

/** The rows of the plan, with the facts of the levels that were read. */
export function buildPlanRows(plan: PromotionPlan, facts: ReadonlyMap<string, StudentFacts>): PlanRow[] {
  const classes = new Map(plan.classes.map((one) => [one.class_id, one]));
  return plan.students.map((student) => {
    const { decision } = student;
    const isOutdated = decision !== null && decision.from_class !== student.class_id;
    const present = classes.get(student.class_id);
    return {
      ...student,
      formLevel: present?.form_level ?? null,
      nextClass: present?.next_class_id ?? null,
      facts: facts.get(student.student_id),
      isOutdated,
      comingTo: isOutdated ? null : (decision?.to ?? student.rule_to),
    };
  });
}

/** "Leaves", "Repeats 3A", "To 4A"; of somebody whose class has changed "Decide again". */
export const describeStudentDecision = ({ isOutdated, comingTo, class_id }: PlanRow): string =>
  isOutdated ? 'Decide again' : comingTo === null ? 'Not known' : decisionText(comingTo, class_id);

/** The proposal in one line: "Repeat? Average 38.2, below 40". */
export function describeProposal({ facts, class_id }: PlanRow): string {
  const proposal = facts?.proposal;
  if (!proposal) return '';
  const { to, reasons } = proposal;
  const what = to === class_id ? 'Repeat?' : decisionText(to, class_id);
  return [what, reasons.join('; ')].filter(Boolean).join(' ');
}

/** What may be set of several students at once; a class is set by its id. */
export const planChoices = {
  proposed: '=proposed',
  next: '=next',
  repeat: '=repeat',
  leave: '=leave',
  nothing: '=nothing',
};

/** What a choice means for a student; undefined where it means nothing: there is no next class, or no proposal. */
export function toDecision(choice: string, row: PlanRow): string | null | undefined {
  switch (choice) {
    case planChoices.proposed:
      return row.facts?.proposal?.to;
    case planChoices.next:
      return row.nextClass ?? undefined;
    case planChoices.repeat:
      return row.class_id;
    case planChoices.leave:
      return leavesSchool;
    case planChoices.nothing:
      return null;
    default:
      return choice;
  }
}

/** The choices with their names: the acts first, then every class. */
export const listPlanChoiceOptions = (classes: readonly PlanClass[]) => [
  { value: planChoices.proposed, label: 'As proposed' },
  { value: planChoices.next, label: 'To the next class' },
  { value: planChoices.repeat, label: schoolScreenWordings.repeatTheClass },
  { value: planChoices.leave, label: 'Leave the school' },
  { value: planChoices.nothing, label: 'Not decided (the rule)' },
  ...classes.map(({ class_id }) => ({ value: class_id, label: `To ${class_id}` })),
];

/** A class of the coming year, as it would be. */
export interface ComingClass {
  class_id: string;
  form_level: number;
  rows: PlanRow[];
  /** "28 from 3A, 2 repeat". */
  from: string;
  /** Mean of the averages that are known, one decimal. */
  average: string | null;
}

/** The classes of the coming year with their students, in the order of the school. */
export function buildComingClasses(plan: PromotionPlan, rows: readonly PlanRow[]): ComingClass[] {
  const byClass = Map.groupBy(rows, ({ comingTo }) => comingTo);
  return plan.classes.map(({ class_id, form_level }) => {
    const here = byClass.get(class_id) ?? [];
    const from = [...Map.groupBy(here, (row) => row.class_id)].map(([of, those]) =>
      of === class_id ? pluralize(those.length, 'repeats', 'repeat') : `${those.length} from ${of}`,
    );
    const averages = here.flatMap(({ facts }) => facts?.average ?? []);
    return { class_id, form_level, rows: here, from: from.join(', '), average: meanOfAverages(averages) };
  });
}

/** The mean of averages as they are printed, one decimal, half up in whole numbers (rule 2); null without any. */
function meanOfAverages(averages: readonly string[]): string | null {
  if (averages.length === 0) return null;
  const unit = 10 ** Math.max(...averages.map((text) => text.split('.')[1]?.length ?? 0));
  const numerator = averages.reduce((sum, text) => sum + Math.round(Number(text) * unit), 0);
  return roundHalfUp({ numerator, denominator: averages.length * unit }, 1).toFixed(1);
}

/** How many go where, for the head of the screen. */
export function countPlanOutcomes(rows: readonly PlanRow[]) {
  const count = (is: (row: PlanRow) => boolean) => rows.filter(is).length;
  const repeats = count(({ comingTo, class_id }) => comingTo === class_id);
  const leave = count(({ comingTo }) => comingTo === leavesSchool);
  const open = count(({ comingTo }) => comingTo === null);
  return {
    moves: rows.length - repeats - leave - open,
    repeats,
    leave,
    open,
    decided: count(({ decision }) => decision !== null),
    toLookAt: count(({ decision, facts, class_id, rule_to }) => {
      const proposed = facts?.proposal?.to;
      return decision === null && proposed === class_id && rule_to !== class_id;
    }),
  };
}
