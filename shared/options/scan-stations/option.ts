import { option } from '../../option.ts';
import { scanStationsContract } from './contract.ts';
import { stationPagePath } from './page-path.ts';

/** Desks at the gate that scan students' cards, and the cards (product §5, rule 49). */
export const scanStations = option({
  name: 'scan-stations',
  needs: [],
  findLack: ({ attendance }) =>
    attendance.isOn ? null : 'Scan stations need attendance: set attendance.isOn, or leave them out.',
  settings: null,
  mail: null,
  contracts: { 'scan-stations': scanStationsContract },
  folders: { 'scan-stations': 'options/scan-stations' },
  jobs: {},
  pages: [stationPagePath],
  lightPages: [],
  keptDays: {},
  partitions: { table: ['refused-scans', 'stations'], indexes: [], together: [] },
  own: { calls: {}, jobs: {} },
});
