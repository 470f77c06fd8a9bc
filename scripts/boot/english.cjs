// The pages speak one language, and react-aria brings its few sentences in 34: each of the others is made the English one.
module.exports = () => "export { default } from './en-US.mjs'"
