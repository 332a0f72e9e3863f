import { useQuery } from '@tanstack/react-query';
import { School } from 'lucide-react';
import { checkReportsTitle } from '#shared/options/truth-check/menu-wordings.ts';
import { findingWordings as wordings } from '#shared/options/truth-check/wordings.ts';
import { peopleContract } from '#shared/people/contract.ts';
import { academicYearTitle, schoolFileTermTitle } from '#shared/school/academic-year.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { useAddressState } from '../../address/use-address-state.ts';
import { queryOf } from '../../api/query.ts';
import { type PeriodChoice, PeriodSelect } from '../../features/term-reports/period-select.tsx';
import { SearchList } from '../../pickers/search-list.tsx';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { Loading } from '../../ui/display/loading.tsx';
import { ScreenHead } from '../../ui/display/screen-head.tsx';

export interface ClassOfTeacher {
  classId: string;
  /** Form teacher or dean: the whole class is checked, and its findings lead to its reports. */
  hasPost: boolean;
  /** "Form teacher", or the subjects. */
  as: string;
  /** Address ids of lessons by subject, to which findings lead without a post. */
  lessonOf: ReadonlyMap<string, string>;
}

/** The classes that a teacher may check in a year: those of a post, and those of a lesson. */
export function useClassesOfTeacher(year: number, enabled = true) {
  const input = { year: String(year) };
  const posts = useQuery({ ...queryOf(termReportsContract.listClassesWithReports, input), enabled });
  const lessons = useQuery({ ...queryOf(peopleContract.listTeacherLessons, input), enabled });
  const ids = new Set([
    ...(posts.data ?? []).map(({ id }) => id),
    ...(lessons.data ?? []).flatMap(({ form_classes }) => form_classes),
  ]);
  const classes = [...ids]
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
    .map((classId): ClassOfTeacher => {
      const post = posts.data?.find(({ id }) => id === classId);
      const taught = lessons.data?.filter(({ form_classes }) => form_classes.includes(classId)) ?? [];
      return {
        classId,
        hasPost: post !== undefined,
        as: post ? postNames[post.as] : taught.map(({ subject_title }) => subject_title).join(', '),
        lessonOf: new Map(taught.map(({ subject_id, id }) => [subject_id, id])),
      };
    });
  return { classes: posts.data && lessons.data ? classes : undefined, queries: [posts, lessons] };
}

const postNames = { admin: '', 'form teacher': 'Form teacher', dean: 'Dean' } as const;

/** A teacher's own classes, each of which can be checked. */
export function ClassesOfTeacher({ period }: { period: PeriodChoice }) {
  const { year, term, terms } = period;
  const place = useAddressState();
  const { classes, queries } = useClassesOfTeacher(year);
  return (
    <>
      <ScreenHead
        title={checkReportsTitle}
        subtitle={`${schoolFileTermTitle(terms, term)} ${academicYearTitle(year)}`}
        actions={<PeriodSelect period={period} />}
      />
      {classes === undefined ? (
        <Loading queries={queries} what="your classes" lines={6} />
      ) : (
        <SearchList
          label="Classes"
          items={classes}
          columns={[
            { label: 'Class', text: ({ classId }) => classId },
            { label: 'As', text: ({ as }) => as },
          ]}
          keyOf={({ classId }) => classId}
          onSelect={({ classId }) => place.change({ class: classId, find: null })}
          placeholder="Class or subject"
          empty={<EmptyState icon={School} title={wordings.noClassesOfOwn} />}
        />
      )}
    </>
  );
}
