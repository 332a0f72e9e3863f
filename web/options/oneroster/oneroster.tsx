import type { ComponentType } from 'react';
import { onerosterWordings as wordings } from '#shared/options/oneroster/wordings.ts';
import { useAddressState } from '../../address/use-address-state.ts';
import { Tabs } from '../../ui/controls/tabs.tsx';
import { ScreenHead } from '../../ui/display/screen-head.tsx';
import { FilesIn } from './files-in.tsx';
import { FilesOut } from './files-out.tsx';
import styles from './oneroster.module.css';
import { RosterKeys } from './roster-keys.tsx';

const tabs = [
  { key: 'out', label: wordings.tabs.out },
  { key: 'in', label: wordings.tabs.in },
  { key: 'keys', label: wordings.tabs.keys },
] as const;
type Tab = (typeof tabs)[number]['key'];

const panels: Readonly<Record<Tab, ComponentType>> = { out: FilesOut, in: FilesIn, keys: RosterKeys };

/** The school in the files and answers of OneRoster, a tab each. */
export default function Oneroster() {
  const place = useAddressState();
  const shown = place.get('show');
  const chosen: Tab = tabs.find(({ key }) => key === shown)?.key ?? 'out';
  const Panel = panels[chosen];
  return (
    <>
      <ScreenHead title={wordings.title} />
      <p className={styles.text}>{wordings.about}</p>
      <Tabs
        label={wordings.title}
        tabs={tabs}
        chosen={chosen}
        onChosen={(key) => place.goTo({ show: key === 'out' ? null : key }, { replace: true })}
      >
        <div className={styles.panel}>
          <Panel />
        </div>
      </Tabs>
    </>
  );
}
