/** What the preview of an object reads and says about its change, which the update sends. */
export { looksUp, previewAdoption } from './adoption'
export { foresees, previewChange } from './change'
export { previewContainer, previewedContainer } from './container'
export { previewInputs } from './inputs'
