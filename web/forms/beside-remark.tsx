import { type ComponentType, Suspense, useState } from 'react';
import { actsPlace } from '#shared/place.ts';
import { useSchool } from '../api/school.ts';

/** A remark that is typed, and what the screen knows of it. */
export interface TypedRemark {
  text: string;
  student: { id: string; firstName: string; lastName: string };
  /** The subject of a comment, with the student's total in per cent; null for a remark on the whole report. */
  subject: { title: string; total: number | null } | null;
  /** How the student is spoken of, where the screen knows it; else the class of which it can be asked. */
  pronoun: 'he' | 'she' | 'they' | { class_id: string; year: number };
  /** What the same box has of the others of the list. */
  others: () => readonly { firstName: string; text: string }[];
}

export interface BesideRemarkProps {
  remark: TypedRemark;
  /** Hears what to say under the box; null for nothing. */
  onWarning: (warning: string | null) => void;
}

/** What options say of a remark while it is typed. They show nothing themselves, and nothing waits for them. */
export const besideRemarks = actsPlace<ComponentType<BesideRemarkProps>>('beside remarks');

/** Has options judge a remark once something is typed: what was there before is left alone. */
export function BesideRemark(props: BesideRemarkProps) {
  const { text } = props.remark;
  const [before] = useState(text);
  const options = useSchool().options;
  if (text === before) return null;
  return (
    <Suspense fallback={null}>
      {besideRemarks.of(options).map((Beside, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the options of a school do not change
        <Beside key={index} {...props} />
      ))}
    </Suspense>
  );
}
