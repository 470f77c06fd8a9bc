export { default } from '../(weeks)/loading'
