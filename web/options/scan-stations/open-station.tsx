import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { fetchSchool } from '../../api/school.ts';
import { setSiteName } from '../../ui/screen/screen-title.ts';
import { createBrowserStationStore, createMemoryStationStore } from './scan-station/kept-scans.ts';
import { ScanStation } from './scan-station/scan-station.ts';
import { readStationKey } from './scan-station/station-device.ts';
import { NoLongerOfferedMessage, NoStationKeyMessage, StationPage } from './scan-station/station-page.tsx';

/** Opens the scan station at the gate: a page without a session that works offline. */
export function mount(root: HTMLElement): void {
  setSiteName('Scan station');
  const key = readStationKey();
  const store = typeof indexedDB === 'undefined' ? createMemoryStationStore() : createBrowserStationStore();
  const page = createRoot(root);
  page.render(
    <StrictMode>
      {key ? <StationPage station={new ScanStation(key, store)} stationKey={key} /> : <NoStationKeyMessage />}
    </StrictMode>,
  );
  // Cards can be scanned meanwhile, and without a network they are kept.
  fetchSchool().then(
    ({ options }) => options.includes('scan-stations') || page.render(<NoLongerOfferedMessage />),
    () => undefined,
  );
}
