import { Suspense } from 'react';
import { useAddressState } from '../../address/use-address-state.ts';
import { Tabs } from '../../ui/controls/tabs.tsx';
import { lazyWithRetry } from '../../ui/display/lazy-with-retry.ts';
import { Skeleton } from '../../ui/display/loading.tsx';
import { ScreenHead } from '../../ui/display/screen-head.tsx';

const tabs = [
  { key: 'edit', label: 'Edit/View Subjects', Panel: lazyWithRetry(() => import('./edit-subjects.tsx')) },
  {
    key: 'assignment',
    label: 'Subject Student Assignment',
    Panel: lazyWithRetry(() => import('./subject-assignment.tsx')),
  },
  { key: 'batch', label: 'Batch Assignment', Panel: lazyWithRetry(() => import('./batch-assignment.tsx')) },
] as const;

/** The Subjects screen (product §2): the subjects themselves, and who takes them. */
export default function Subjects() {
  const place = useAddressState();
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
