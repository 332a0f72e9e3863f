import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserStationStore, createMemoryStationStore } from '../features/attendance/scan-station/kept-scans.ts';
import { ScanStation } from '../features/attendance/scan-station/scan-station.ts';
import { readStationKey } from '../features/attendance/scan-station/station-device.ts';
import { NoStationKeyMessage, StationPage } from '../features/attendance/scan-station/station-page.tsx';
import { setSiteName } from '../ui/screen/screen-title.ts';

/** Opens the scan station at the gate: a page without a session that works offline. */
export function mountStation(root: HTMLElement): void {
  setSiteName('Scan station');
  const key = readStationKey();
  const store = typeof indexedDB === 'undefined' ? createMemoryStationStore() : createBrowserStationStore();
  createRoot(root).render(
    <StrictMode>
      {key ? <StationPage station={new ScanStation(key, store)} stationKey={key} /> : <NoStationKeyMessage />}
    </StrictMode>,
  );
}
