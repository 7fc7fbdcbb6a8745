// Third-party programs have a package.json in this folder, so that they are not installed with the product.
import { skip } from '../../support/services.ts';

/** Imports such packages, or skips the suite if they are not installed. Call it in a `before` hook. */
export async function load<Module>(suite: Mocha.Context, packages: () => Promise<Module>): Promise<Module> {
  try {
    return await packages();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    return skip(suite, 'skipped: npm ci --prefix test/system/third-party installs what it needs');
  }
}
