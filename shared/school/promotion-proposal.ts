import { pluralize } from '../pluralize.ts';
import { leavesSchool } from './promotion.ts';

/** What the school file says of whom promotion proposes to repeat; null where it does not ask. */
export interface PromotionRules {
  /** Percent: an average below it is a reason. */
  averageBelow: number | null;
  /** Percent of a subject's total with which it is passed. */
  passMark: number;
  /** Fewer subjects passed than so many are a reason. */
  fewestPasses: number | null;
  /** Percent of the sessions: less is a reason. */
  attendanceBelow: number | null;
}

export const defaultPromotionRules: PromotionRules = {
  averageBelow: 40,
  passMark: 50,
  fewestPasses: 3,
  attendanceBelow: 50,
};

/** What a report card says of a student's term. */
export interface PromotionFacts {
  /** As the card writes it; null without a total. */
  average: string | null;
  /** Subjects with a total, those of them that were passed, and all subjects of the report. */
  entered: number;
  passed: number;
  of: number;
  /** Percent of the possible sessions that the student was there, rounded down; null where either is not known. */
  attendance: number | null;
}

/** Why the rules would have a student repeat; none where the facts are not known or not below. Pure. */
function reasonsToRepeat(facts: PromotionFacts, rules: PromotionRules): string[] {
  const { averageBelow, passMark, fewestPasses, attendanceBelow } = rules;
  const { average, entered, passed, attendance } = facts;
  return [
    ...(averageBelow !== null && average !== null && Number(average) < averageBelow
      ? [`Average ${average}, below ${averageBelow}`]
      : []),
    // Of fewer subjects than are to be passed nobody can pass enough.
    ...(fewestPasses !== null && entered >= fewestPasses && passed < fewestPasses
      ? [`${passed} of ${pluralize(entered, 'subject')} passed (${passMark} or more), fewer than ${fewestPasses}`]
      : []),
    ...(attendanceBelow !== null && attendance !== null && attendance < attendanceBelow
      ? [`Attendance ${attendance} %, below ${attendanceBelow} %`]
      : []),
  ];
}

/**
 * What is proposed of a student, with the reasons. Who leaves by the rule (there is no next class) is not proposed to
 * repeat: the office chooses who goes on. `to` is as in a decision.
 */
export function proposePromotion(
  { classId, ruleTo }: { classId: string; ruleTo: string },
  facts: PromotionFacts,
  rules: PromotionRules,
): { to: string; reasons: string[] } {
  if (ruleTo === classId) return { to: classId, reasons: ['Marked as a repeater'] };
  if (ruleTo === leavesSchool) return { to: leavesSchool, reasons: ['There is no next class'] };
  const reasons = reasonsToRepeat(facts, rules);
  return { to: reasons.length > 0 ? classId : ruleTo, reasons };
}
