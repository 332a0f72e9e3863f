import { displayDate } from '#shared/school/display-date.ts';
import { type Block, verticalSpace } from '../../../platform/pdf/layout/block.ts';
import { paragraphBlock } from '../../../platform/pdf/layout/paragraph.ts';
import { placeSideBySide, stackBlocks } from '../../../platform/pdf/layout/stack.ts';
import type { StudentOfDocument } from '../document-content.ts';
import type { OfficialStyle } from './official-style.ts';

/** The student's name, and below it what identifies the student. Facts that the school does not have are left out. */
export function studentFactsBlock(
  { name, id, classId, dateOfBirth, enteredOn, leftOn }: StudentOfDocument,
  { style, width }: { style: OfficialStyle; width: number },
): Block {
  const facts = [
    ['Student ID', id],
    ['Date of birth', dateOfBirth === null ? null : displayDate(dateOfBirth)],
    [leftOn === null ? 'Class' : 'Last class', classId],
    ['Entered', enteredOn === null ? null : displayDate(enteredOn)],
    ['Left', leftOn === null ? null : displayDate(leftOn)],
  ].filter((fact): fact is [string, string] => fact[1] !== null);
  const column = width / 5;
  const inner = column - 8;
  return stackBlocks([
    { block: paragraphBlock({ text: name, style: style.student, width, type: 'H2' }) },
    { block: verticalSpace(4) },
    {
      block: placeSideBySide(
        facts.map(([label, value], index) => ({
          x: index * column,
          block: stackBlocks([
            { block: paragraphBlock({ text: label, style: style.label, width: inner, type: 'P' }) },
            { block: paragraphBlock({ text: value, style: style.value, width: inner, type: 'P' }) },
          ]),
        })),
      ),
    },
  ]);
}
