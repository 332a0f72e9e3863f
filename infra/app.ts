import { findPlaceInAccount } from './account-file.ts';
import { buildFunctionOfOperators, buildFunctions, buildSchoolFile } from './build/build-functions.ts';
import { buildSite } from './build/build-site.ts';
import { PassedTemplates } from './build/passed-templates.ts';
import { addSchoolStacks, createCheckedApp } from './formroom-app.ts';
import { checkedOutVersion } from './operators/deployment/deploy-arguments.ts';
import { runApp } from './operators/operator-error.ts';
import { loadSchool } from './school.ts';

/** `npx cdk <command> -c school=<id>`: builds what will be deployed, then the five stacks of that school. */
await runApp(async () => {
  // `-c version=…` wins over it.
  const passed = new PassedTemplates();
  const app = createCheckedApp({ context: { version: checkedOutVersion() } }, passed);
  const school = loadSchool(app.node.tryGetContext('school'));
  const [functions, site, canary, leavingWorkers, folder] = await Promise.all([
    buildFunctions({ hasSourceMaps: app.node.tryGetContext('sourceMaps') === 'yes' }),
    buildSite(),
    buildFunctionOfOperators('canary'),
    buildFunctionOfOperators('leaving-workers'),
    buildSchoolFile(school),
  ]);
  addSchoolStacks(
    app,
    school,
    { functions, site, canary, leavingWorkers, school: folder },
    findPlaceInAccount(school.id),
  );
  passed.add(app.synth());
});
