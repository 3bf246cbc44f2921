import '@mantine/core/styles.css'
import './base.css'
