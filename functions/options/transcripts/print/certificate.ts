import { displayDate } from '#shared/school/display-date.ts';
import { verticalSpace } from '../../../platform/pdf/layout/block.ts';
import { paragraphBlock } from '../../../platform/pdf/layout/paragraph.ts';
import type { StackedBlock } from '../../../platform/pdf/layout/stack.ts';
import type { DocumentContent } from '../document-content.ts';
import type { OfficialStyle } from './official-style.ts';
import { studentFactsBlock } from './student-facts.ts';

/** A leaving certificate or a testimonial: the student, sentences of the school, and the principal's words. */
export function certificateBlocks(
  content: DocumentContent,
  { style, width }: { style: OfficialStyle; width: number },
): StackedBlock[] {
  const sentences = [
    ...(content.kind === 'leaving certificate' ? [leavingSentence(content)] : []),
    ...(content.words ?? '').split(/\n+/).map((line) => line.trim()),
  ].filter((text) => text !== '');
  return [
    { block: studentFactsBlock(content.student, { style, width }) },
    { block: verticalSpace(18) },
    ...(content.kind === 'testimonial'
      ? [
          { block: paragraphBlock({ text: 'To whom it may concern', style: style.year, width, type: 'P' as const }) },
          { block: verticalSpace(8) },
        ]
      : []),
    ...sentences.flatMap((text) => [
      { block: paragraphBlock({ text, style: style.sentence, width, type: 'P' as const }) },
      { block: verticalSpace(10) },
    ]),
  ];
}

/** "17 May 2008", which no line breaks inside. */
const dayInSentence = (date: string): string => displayDate(date).replaceAll('-', '\u00a0');

/** What the school certifies, of the facts that it has. */
function leavingSentence({ school, student }: DocumentContent): string {
  const { fullName, classId, dateOfBirth, enteredOn, leftOn } = student;
  const born = dateOfBirth === null ? '' : `, born on ${dayInSentence(dateOfBirth)},`;
  const since = enteredOn === null ? '' : ` from ${dayInSentence(enteredOn)}`;
  const until = leftOn === null ? '' : `${since === '' ? ' until' : ' to'} ${dayInSentence(leftOn)}`;
  const is = leftOn === null ? 'is' : 'was';
  return `This is to certify that ${fullName}${born} ${is} a student of ${school.name}${since}${until}, ${leftOn === null ? 'now' : 'last'} in class ${classId}.`;
}
