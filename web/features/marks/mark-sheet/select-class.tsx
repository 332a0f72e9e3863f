import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { peopleContract } from '#shared/people/contract.ts';
import { queryOf } from '../../../api/query.ts';
import { ClassesByForm } from '../../../pickers/classes-by-form.tsx';
import { LoadingScreen } from '../../../pickers/loading-screen.tsx';
import { useProgressOfEach } from '../../../pickers/progress-of-each.tsx';
import { ScreenHead } from '../../../ui/display/screen-head.tsx';

interface SelectClassProps {
  title: string;
  onPick: (classId: string) => void;
  actions: ReactNode;
}

/** 'Select Class' (product §2): Form 1 to Form 6 with their classes. */
export default function SelectClass({ title, onPick, actions }: SelectClassProps) {
  const classes = useQuery(queryOf(peopleContract.listFormClasses, {}));
  const ids = classes.data?.map(({ id }) => id) ?? [];
  const progress = useProgressOfEach({ ids, of: 'class', counted: 'marks' });
  if (!classes.data) return <LoadingScreen title={title} what="classes" queries={[classes]} />;
  return (
    <>
      <ScreenHead
        title={title}
        subtitle="Select Class"
        actions={
          <>
            {actions}
            {progress.button}
          </>
        }
      />
      <ClassesByForm classes={classes.data} beside={progress.isShown ? progress.textOf : undefined} onPick={onPick} />
    </>
  );
}
