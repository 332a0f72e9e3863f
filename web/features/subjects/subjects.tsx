import { Suspense } from 'react';
import { usePlace } from '../../place/use-place.ts';
import { Tabs } from '../../ui/controls/tabs.tsx';
import { lazyPart } from '../../ui/display/lazy-part.ts';
import { ScreenHead } from '../../ui/display/screen-head.tsx';
import { Skeleton } from '../../ui/display/skeleton.tsx';

const tabs = [
  { key: 'edit', label: 'Edit/View Subjects', Panel: lazyPart(() => import('./edit-subjects.tsx')) },
  {
    key: 'assignment',
    label: 'Subject Student Assignment',
    Panel: lazyPart(() => import('./subject-assignment.tsx')),
  },
  { key: 'batch', label: 'Batch Assignment', Panel: lazyPart(() => import('./batch-assignment.tsx')) },
] as const;

/** The Subjects screen (product §2): the subjects themselves, and who takes them. */
export default function Subjects() {
  const place = usePlace();
  const chosen = tabs.find(({ key }) => key === place.get('tab')) ?? tabs[0];
  return (
    <>
      <ScreenHead title="Subjects" />
      <Tabs label="Subjects" tabs={tabs} chosen={chosen.key} onChosen={(tab) => place.goTo({ tab })}>
        <Suspense fallback={<Skeleton lines={6} label="Loading" />}>
          <chosen.Panel />
        </Suspense>
      </Tabs>
    </>
  );
}
