import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import type { CardLayout } from '#shared/term-reports/layouts/card-layout.ts';
import { toLayoutText } from '#shared/term-reports/layouts/layout-text.ts';
import { layoutScreenWordings as say } from '#shared/term-reports/layouts/screen-wordings.ts';
import { undoContract } from '#shared/undo/contract.ts';
import { noticeFailure } from '../../../acts/notice-failure.ts';
import { useAct } from '../../../acts/use-act.ts';
import { useAddressState } from '../../../address/use-address-state.ts';
import { call } from '../../../api/call.ts';
import { queryKeyOf, queryOf } from '../../../api/query.ts';
import { Loading } from '../../../ui/display/loading.tsx';
import { ScreenHead } from '../../../ui/display/screen-head.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { Toolbar } from '../../../ui/layout/row.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import { Muted } from '../../../ui/layout/text.tsx';
import { RecentActs } from '../../../undo/recent-acts.tsx';
import { LayoutEditor } from './layout-editor.tsx';

const { listCardLayouts, saveCardLayout } = termReportsContract;

/** A name that no other layout has: "Standard 2". */
function nameApart(name: string, others: readonly { label: string }[]): string {
  const isTaken = (wanted: string) => others.some(({ label }) => label === wanted);
  let own = name;
  for (let number = 2; isTaken(own); number += 1) own = `${name.slice(0, 36)} ${number}`;
  return own;
}

/** Layouts of report cards (rule 66): the office's own, each beside the card of a real student. */
export default function CardLayouts() {
  const answer = useQuery({ ...queryOf(listCardLayouts, {}), refetchOnWindowFocus: false });
  const client = useQueryClient();
  const place = useAddressState();
  /** Counts what is read again by intent: the editor then shows what is stored. */
  const [opened, setOpened] = useState(0);
  const { act, isBusy } = useAct({ onFailed: noticeFailure });
  const read = useCallback(() => client.invalidateQueries({ queryKey: queryKeyOf(listCardLayouts) }), [client]);
  const onChanged = useCallback(() => void read(), [read]);
  const reload = async () => {
    await Promise.all([read(), client.invalidateQueries({ queryKey: queryKeyOf(undoContract.listActs) })]);
    setOpened((count) => count + 1);
  };
  const begin = (text: string) =>
    act(async () => {
      const { layout_id: id } = await call(saveCardLayout, { layout: text, levels: [1], terms: [1, 2, 3], saves: 0 });
      await read();
      place.change({ layout: id });
    });
  if (!answer.data) {
    return (
      <>
        <ScreenHead title={say.title} />
        <Loading queries={[answer]} what="the layouts" />
      </>
    );
  }
  const { layouts, in_use: inUse, shipped, subjects } = answer.data;
  const named = layouts.map((one) => ({ value: one.layout_id, label: (JSON.parse(one.draft) as CardLayout).name }));
  const stored = layouts.find(({ layout_id: id }) => id === place.get('layout')) ?? layouts[0];
  const starts = shipped.map((text) => JSON.parse(text) as CardLayout);
  return (
    <>
      <ScreenHead title={say.title} />
      <Stack gap={16}>
        <Toolbar>
          {stored && (
            <Select
              label="Layout"
              options={named}
              value={stored.layout_id}
              onValueChange={(layout) => place.change({ layout })}
            />
          )}
          <Select
            label="New layout, beginning with"
            options={starts.map(({ name }) => ({ value: name, label: name }))}
            value={null}
            placeholder="Choose a layout"
            disabled={isBusy}
            onValueChange={(name) => {
              const start = starts.find((one) => one.name === name);
              if (start) void begin(toLayoutText({ ...start, name: nameApart(start.name, named) }));
            }}
          />
        </Toolbar>
        {stored ? (
          <LayoutEditor
            key={`${stored.layout_id} ${opened}`}
            stored={stored}
            inUse={inUse}
            subjects={subjects}
            onChanged={onChanged}
            onReload={() => void reload()}
          />
        ) : (
          <Muted>{say.none}</Muted>
        )}
        <RecentActs list={{ of: 'card-layouts' }} onDone={() => void reload()} />
      </Stack>
    </>
  );
}
