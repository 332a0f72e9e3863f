import { Tabs as AmplifyTabs } from '@aws-amplify/ui-react';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';

export interface TabsProps<K extends string> {
  /** Of the row of tabs, read out and not shown. */
  label: string;
  tabs: readonly { key: K; label: string }[];
  chosen: K;
  onChosen: (key: K) => void;
  /** The panel of the chosen tab. */
  children: ReactNode;
}

/** A row of tabs over a panel. One stop of Tab; arrows, Home and End go from tab to tab and show its panel. */
export function Tabs<K extends string>({ label, tabs, chosen, onChosen, children }: TabsProps<K>) {
  const row = useRef<HTMLDivElement>(null);
  // Amplify has no Home and End, and reports each arrow twice: Back would need two presses.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key.startsWith('Arrow')) event.stopPropagation();
    const at = tabs.findIndex(({ key }) => key === chosen);
    const last = tabs.length - 1;
    const to = { ArrowRight: at === last ? 0 : at + 1, ArrowLeft: at === 0 ? last : at - 1, Home: 0, End: last }[
      event.key
    ];
    const next = to === undefined ? undefined : tabs[to];
    if (!next) return;
    event.preventDefault();
    onChosen(next.key);
    row.current?.querySelectorAll<HTMLElement>('[role="tab"]')[to ?? 0]?.focus();
  };
  return (
    <AmplifyTabs.Container value={chosen} onValueChange={(key) => onChosen(key as K)}>
      <div onKeyDownCapture={onKeyDown}>
        <AmplifyTabs.List ref={row} aria-label={label}>
          {tabs.map((tab) => (
            <AmplifyTabs.Item key={tab.key} value={tab.key}>
              {tab.label}
            </AmplifyTabs.Item>
          ))}
        </AmplifyTabs.List>
      </div>
      <AmplifyTabs.Panel value={chosen}>{children}</AmplifyTabs.Panel>
    </AmplifyTabs.Container>
  );
}
