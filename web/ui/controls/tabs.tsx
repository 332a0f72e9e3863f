import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import styles from './tabs.module.css';

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
  const id = useId();
  const row = useRef<HTMLDivElement>(null);
  // On a phone the row is scrolled sideways.
  useEffect(() => {
    row.current?.querySelector(`[id="${id}-${chosen}"]`)?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
  }, [id, chosen]);
  const onKeyDown = (event: KeyboardEvent) => {
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
    <>
      <div ref={row} role="tablist" aria-label={label} className={styles.tabs} onKeyDown={onKeyDown}>
        {tabs.map((tab) => (
          <button
            key={tab.key}
            id={`${id}-${tab.key}`}
            type="button"
            role="tab"
            aria-selected={tab.key === chosen}
            aria-controls={`${id}-panel`}
            tabIndex={tab.key === chosen ? 0 : -1}
            className={styles.tab}
            onClick={() => onChosen(tab.key)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${chosen}`}>
        {children}
      </div>
    </>
  );
}
