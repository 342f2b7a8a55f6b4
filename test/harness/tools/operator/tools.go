// Package tools pins the last version 1 of the Kubernetes operator, for its definition of a stack. None of its code is built.
package tools
