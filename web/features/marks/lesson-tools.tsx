import { ArrowRight, CalendarClock } from 'lucide-react';
import { academicYearTitle, schoolFileTermTitle } from '#shared/school/academic-year.ts';
import { historyWordings } from '../../history/wordings.ts';
import type { OpenLesson } from '../../pickers/teacher-lessons.tsx';
import { Button, IconButton } from '../../ui/controls/button.tsx';
import { Select } from '../../ui/fields/select.tsx';

/** "Term 1, 2025-2026 · Mathematics · Mona Núñez". */
export const lessonSubtitle = (
  { terms, term, year, teacherName }: Pick<OpenLesson, 'terms' | 'term' | 'year' | 'teacherName'>,
  about: string,
): string =>
  [`${schoolFileTermTitle(terms, term)}, ${academicYearTitle(year)}`, about, teacherName].filter(Boolean).join(' · ');

/** Shows nothing in the first term of a year. */
export const TermSelect = ({ terms, term, onTerm }: Pick<OpenLesson, 'terms' | 'term' | 'onTerm'>) =>
  terms.length > 1 && (
    <Select
      label="Term"
      options={terms.map(({ id, title }) => ({ value: id, label: title }))}
      value={term}
      onValueChange={onTerm}
    />
  );

export const NextLessonButton = ({ onNext }: Pick<OpenLesson, 'onNext'>) =>
  onNext && (
    <Button icon={ArrowRight} onClick={onNext}>
      Next Subject Class
    </Button>
  );

export const EarlierVersionsButton = ({ onOpen }: { onOpen: () => void }) => (
  <IconButton label={historyWordings.earlierVersionsOfTheSheet} icon={CalendarClock} onClick={onOpen} />
);
