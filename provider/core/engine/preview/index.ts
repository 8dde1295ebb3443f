/** What a preview reads and says about a change, without sending it. */
export { looksUp, previewAdoption } from './adoption'
export { foresees, previewChange, previewedRef } from './change'
export { previewInputs } from './inputs'
export { runPreview } from './run'
export { SetPreview } from './set'
